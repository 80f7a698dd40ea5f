/** The source that lies over the talk, where there is no room beside it. */

import { create } from "zustand";

import type { Passage } from "@/api";

export const useOpenSource = create<{ readonly passage: Passage | null }>(() => ({ passage: null }));
