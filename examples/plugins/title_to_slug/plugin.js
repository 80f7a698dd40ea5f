// Title to slug, in JavaScript: the part of an address that a title becomes. A component of the world `plugin`, built
// with `componentize-qjs --sync`. What it throws is why there is no result.
export function run(request) {
  const { title } = JSON.parse(request).params;
  const plain = title.normalize("NFD").replace(/[\u0300-\u036f]/g, "").toLowerCase();
  const slug = plain.replace(/[^a-z0-9]+/g, "-").replace(/^-+|-+$/g, "");
  if (!slug) throw "the title has no letter that can stand in an address";
  return JSON.stringify(slug);
}
