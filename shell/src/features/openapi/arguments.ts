/** What somebody typed as the arguments of an operation: a JSON object, or nothing where it is none. */
export function argumentsOf(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}

/** Arguments to begin with: those that an operation needs, with nothing in them. */
export function firstArguments(schema: Readonly<Record<string, unknown>>): string {
  const needed = Array.isArray(schema["required"]) ? (schema["required"] as string[]) : [];
  return JSON.stringify(Object.fromEntries(needed.map((name) => [name, ""])), null, 2);
}
