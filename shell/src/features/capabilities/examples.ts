/** A call as text to copy: for a terminal, and over HTTP. Pure. */

type Params = Readonly<Record<string, unknown>>;

/** `aule call core.read_file path=notes/plan.md max_lines:=10` */
export function cliText(name: string, params: Params, project?: string): string {
  const words = Object.entries(params).map(([key, value]) =>
    quoted(typeof value === "string" ? `${key}=${value}` : `${key}:=${JSON.stringify(value)}`),
  );
  return ["aule call", name, ...words, ...(project === undefined ? [] : [`--project ${quoted(project)}`])].join(" ");
}

/** The same with curl; the key of this machine is read from its file, never shown. */
export function curlText(origin: string, name: string, params: Params, project?: string): string {
  const body = JSON.stringify(project === undefined ? { params } : { params, project });
  return [
    `curl -X POST ${origin}/v1/capabilities/${name}/call \\`,
    `  -H "Authorization: Bearer $(cat \${AULE_HOME:-~/.aule}/token)" \\`,
    `  -H "Content-Type: application/json" \\`,
    `  -d ${quoted(body, true)}`,
  ].join("\n");
}

/** A word that a shell takes as it is, else in single quotes. */
function quoted(word: string, always = false): string {
  if (!always && /^[\w@%+=:,./-]+$/.test(word)) return word;
  return `'${word.replaceAll("'", `'\\''`)}'`;
}
