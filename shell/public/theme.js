// Runs before the first paint, so that a dark desktop never flashes white.
(function () {
  var root = document.documentElement;
  var wish = "system";
  try {
    wish = localStorage.getItem("aule.theme") || "system";
    root.lang = localStorage.getItem("aule.locale") || navigator.language || "en";
  } catch (_) {
    // Storage can be forbidden; the system's own theme is then right.
  }
  var dark = wish === "dark" || (wish === "system" && matchMedia("(prefers-color-scheme: dark)").matches);
  root.classList.toggle("dark", dark);
  root.style.colorScheme = dark ? "dark" : "light";
})();
