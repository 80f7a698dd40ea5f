import { ChevronLeft, ChevronRight, Maximize, X } from "lucide-react";
import { type KeyboardEvent, useId, useRef, useState } from "react";

import type { SchoolPaginaAtividade } from "@/api";
import { useT } from "@/i18n";
import { Button, IconButton, Markdown, Modal } from "@/ui";
import { PaperGrid } from "../paper/PaperGrid";
import { PaperQuestion } from "../paper/PaperQuestion";
import { type Slide, slidesOf, stepOf } from "./slides";

interface PresentationProps {
  readonly page: SchoolPaginaAtividade;
  readonly onClose: () => void;
}

/** An activity for the whole class to see: one thing at a time, large, the answer only when it is asked for. */
export function Presentation({ page, onClose }: PresentationProps) {
  const t = useT();
  const id = useId();
  const whole = useRef<HTMLDivElement>(null);
  const [at, turn] = useState(0);
  const [solved, solve] = useState(false);
  const slides = slidesOf(page.atividade);
  const slide = slides[at] ?? { kind: "cover" };
  const go = (next: number) => {
    turn(next);
    solve(false);
  };
  const hear = (event: KeyboardEvent) => {
    const next = stepOf(event.key, at, slides.length);
    if (next === undefined) return;
    event.preventDefault();
    go(next);
  };
  const close = () => {
    if (document.fullscreenElement !== null) void document.exitFullscreen();
    onClose();
  };
  return (
    <Modal onClose={close} labelledBy={id} className="inset-0 m-0 h-dvh max-h-none w-dvw max-w-none bg-raised p-0 text-fg outline-none">
      <div ref={whole} onKeyDown={hear} className="light flex h-full flex-col bg-raised text-fg">
        <h1 id={id} className="sr-only">
          {t("school.present.title", { title: page.atividade.titulo })}
        </h1>
        <div tabIndex={0} role="group" aria-label={t("school.present.slide", { number: at + 1, count: slides.length })} aria-live="polite" className="flex min-h-0 flex-1 flex-col overflow-y-auto px-6 py-8 outline-none sm:px-16 sm:py-12">
          <div className="presentation m-auto w-full max-w-5xl">
            <Shown slide={slide} page={page} solved={solved} />
          </div>
        </div>
        <footer className="flex flex-wrap items-center gap-2 border-t border-line px-4 py-2.5">
          <IconButton icon={ChevronLeft} label={t("school.present.back")} disabled={at === 0} onClick={() => go(at - 1)} />
          <span className="text-sm text-muted tabular-nums">{`${at + 1}/${slides.length}`}</span>
          <IconButton icon={ChevronRight} label={t("school.present.on")} disabled={at === slides.length - 1} onClick={() => go(at + 1)} />
          {slide.kind === "question" && <Button onClick={() => solve(!solved)}>{t(solved ? "school.present.hide" : "school.present.answer")}</Button>}
          <span className="flex-1" />
          <IconButton icon={Maximize} label={t("school.present.full")} onClick={() => void whole.current?.requestFullscreen()} />
          <IconButton icon={X} label={t("school.present.close")} onClick={close} />
        </footer>
      </div>
    </Modal>
  );
}

function Shown({ slide, page, solved }: { readonly slide: Slide; readonly page: SchoolPaginaAtividade; readonly solved: boolean }) {
  const { atividade: activity, materia, turma } = page;
  switch (slide.kind) {
    case "cover":
      return (
        <div className="flex flex-col gap-2 text-center">
          <h2 className="text-lg font-semibold text-balance">{activity.titulo}</h2>
          <p className="text-sm text-muted">{[materia?.nome, turma?.nome].filter(Boolean).join(" · ")}</p>
          {activity.instrucoes && <Markdown>{activity.instrucoes}</Markdown>}
        </div>
      );
    case "part":
      return (
        <div className="paper">
          {slide.part.titulo && <h3 className="paper-part">{slide.part.titulo}</h3>}
          {slide.part.texto && <Markdown>{slide.part.texto}</Markdown>}
          {slide.part.grade && <PaperGrid grade={slide.part.grade} solved={false} />}
        </div>
      );
    case "question":
      return (
        <ol className="paper paper-questions">
          <PaperQuestion number={slide.number} question={slide.question} solved={solved} lit={false} />
        </ol>
      );
  }
}
