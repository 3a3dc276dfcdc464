// The package's pictures ask JupyterLab's attribute whether the page is light; here it follows the book's switch.
const follow = () => {
  const dark = document.documentElement.dataset.theme === "dark";
  document.documentElement.dataset.jpThemeLight = String(!dark);
};
new MutationObserver(follow).observe(document.documentElement, { attributeFilter: ["data-theme"] });
follow();

// The theme's arrow beside a page that has pages below it says nothing to whoever cannot see it.
document.addEventListener("DOMContentLoaded", () => {
  for (const each of document.querySelectorAll(".bd-sidebar-primary summary")) each.ariaLabel = "pages below";
});
