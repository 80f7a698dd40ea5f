/** What one can do from anywhere. */
export const actions = {
  "actions.open-palette": "Search or run a command",
  "actions.toggle-chat": "Show or hide the chat",
  "actions.ask": "Ask an agent",
  "actions.new-conversation": "New conversation",
  "actions.toggle-theme": "Switch between light and dark",
  "actions.follow-system-theme": "Look like the system",
  "actions.speak-portuguese": "Idioma: Português (Brasil)",
  "actions.speak-english": "Language: English",
  "actions.show-shortcuts": "Keyboard shortcuts",
  "actions.review-approvals": "Review what waits for you",
} as const;
