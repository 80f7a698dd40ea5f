import { type RefObject, useRef, useState } from "react";

import { isProblem, type ScheduleView, useCreateSchedule, useSaveSchedule, useWorkflows } from "@/api";
import type { Form } from "@/forms";
import { useT } from "@/i18n";
import { ownZone } from "@/schedules";
import { announce } from "@/state";
import { toast } from "@/ui";
import { type Beginning, freshWish, type Lack, lacksOf, namedAfter, scheduleOf, type Wish, wishOf } from "./wish";

/** Gives the workflow's inputs, or undefined once the fields that are wrong are marked. */
export type ReadInputs = Form["submit"];

export interface ScheduleForm {
  readonly wish: Wish;
  readonly change: (edit: Partial<Wish>) => void;
  /** What is missing; told after the first try. */
  readonly lacks: readonly Lack[];
  readonly inputs: RefObject<ReadInputs>;
  readonly save: () => void;
  readonly saving: boolean;
  readonly error: Error | null;
  /** Whether somebody else changed it meanwhile: saving again puts this over it. */
  readonly contested: boolean;
}

interface Options {
  readonly view: ScheduleView | null;
  readonly beginning: Beginning;
  readonly refetch?: () => void;
  readonly onSaved: (id: string) => void;
}

/** Making a schedule, or changing one. */
export function useScheduleForm({ view, beginning, refetch, onSaved }: Options): ScheduleForm {
  const t = useT();
  const [wish, setWish] = useState<Wish>(() => (view === null ? freshWish(beginning, ownZone(), Date.now()) : wishOf(view.schedule, Date.now())));
  const [began] = useState(view?.schedule.version);
  const [tried, setTried] = useState(false);
  const inputs = useRef<ReadInputs>(() => ({}));
  const create = useCreateSchedule();
  const replace = useSaveSchedule();
  const { data: workflows = [] } = useWorkflows();
  const saving = create.isPending || replace.isPending;
  const lacks = lacksOf(wish);
  const contested = isProblem(replace.error) && replace.error.status === 412;

  const onSuccess = ({ schedule }: ScheduleView, here: boolean) => {
    announce(t("schedules.saved"));
    toast.success(t("schedules.saved"));
    if (here) onSaved(schedule.id);
  };
  const save = () => {
    setTried(true);
    const given = wish.what === "workflow" && !wish.heartbeat ? inputs.current() : {};
    if (lacks.length > 0 || given === undefined || saving) return;
    const named = namedAfter(wish, workflows.map(({ workflow }) => workflow));
    const wished = scheduleOf({ ...named, inputs: given });
    if (view === null) {
      create.mutate(wished, { onSuccess });
      return;
    }
    // Whoever saw that it changed meanwhile and saves again means the latest version.
    const version = contested ? view.schedule.version : (began ?? view.schedule.version);
    const onError = (error: Error) => isProblem(error) && error.status === 412 && refetch?.();
    replace.mutate({ ...view.schedule, ...wished, version }, { onSuccess, onError });
  };
  return {
    wish,
    change: (edit) => setWish((now) => ({ ...now, ...edit })),
    lacks: tried ? lacks : [],
    inputs,
    save,
    saving,
    error: contested ? null : (create.error ?? replace.error),
    contested,
  };
}
