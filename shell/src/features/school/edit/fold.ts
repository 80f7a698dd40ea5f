/** Words as they are compared: without accents, in small letters. Pure. */
export const fold = (text: string): string => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
