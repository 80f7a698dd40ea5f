import { CornerDownLeft } from "lucide-react";
import { type FormEvent, useState } from "react";

import { type Plan, useSuggest } from "@/api";
import { useT } from "@/i18n";
import { tellTrouble } from "@/stage";
import { announce } from "@/state";
import { Button, Card, Textarea, toast } from "@/ui";

/** Says in words what should be different: the plan is changed and looked at again. */
export function Suggestion({ plan }: { readonly plan: Plan }) {
  const t = useT();
  const [words, setWords] = useState("");
  const { mutate, isPending } = useSuggest(plan.id);
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (words.trim() === "" || isPending) return;
    mutate(words.trim(), {
      onSuccess: ({ message }) => {
        setWords("");
        announce(message || t("plans.saved"));
        if (message) toast(message);
      },
      onError: (error) => tellTrouble(error, t),
    });
  };
  return (
    <Card className="p-3">
      <form onSubmit={send} className="flex flex-col gap-2">
        <Textarea
          rows={2}
          value={words}
          onChange={(event) => setWords(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === "Enter" && !event.shiftKey && !event.nativeEvent.isComposing) send(event);
          }}
          aria-label={t("plans.suggest")}
          placeholder={t("plans.adjust.placeholder")}
          className="max-h-48 w-full"
        />
        <Button type="submit" icon={CornerDownLeft} busy={isPending} disabled={words.trim() === ""} className="self-end">
          {t("plans.suggest")}
        </Button>
      </form>
    </Card>
  );
}
