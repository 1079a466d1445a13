/**
 * Makes an element. Texts become text nodes, never markup: the page has no other way to write.
 * @param {string} name
 * @param {Record<string, string | boolean | undefined>} [attributes] false and undefined are left out
 * @param {...(Node | string)} children
 * @returns {any}
 */
export function el(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== false) element.setAttribute(key, String(value));
  }
  element.append(...children);
  return element;
}

/** A disclosure whose content is made when it is first opened. */
export function disclosure(summary, attributes, makeContent) {
  const details = el('details', attributes, el('summary', {}, ...summary));
  details.addEventListener('toggle', () => {
    if (details.open && details.children.length === 1) details.append(...makeContent());
  });
  return details;
}
