import { useParams } from "wouter";

import { ScheduleList } from "./ScheduleList";
import { SchedulePage } from "./SchedulePage";

/** Schedules: what runs by itself, and each on its own page. */
export function SchedulesScreen() {
  const { id } = useParams<{ id?: string }>();
  return id === undefined ? <ScheduleList /> : <SchedulePage key={id} id={id} />;
}
