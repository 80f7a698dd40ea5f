/** Words of the design page. */
export const design = {
  "design.about": "Every control of the desktop, in all its states and both themes.",
  "design.search": "Find a control",
  "design.none": "No control is called that.",
  "design.theme": "Themes shown",
  "design.both": "Both",
  "design.light": "Light",
  "design.dark": "Dark",
  "design.actions": "Doing",
  "design.fields": "Typing",
  "design.choices": "Choosing",
  "design.status": "How things stand",
  "design.overlays": "Over the page",
  "design.lists": "Lists",
  "design.reading": "Reading",
  "design.tokens": "Colours and type",
} as const;
