// The package's pictures ask JupyterLab's attribute whether the page is light; here it follows the book's switch.
const follow = () => {
  const dark = document.documentElement.dataset.theme === "dark";
  document.documentElement.dataset.jpThemeLight = String(!dark);
};
new MutationObserver(follow).observe(document.documentElement, { attributeFilter: ["data-theme"] });
follow();
