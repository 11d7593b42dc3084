/**
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, string>} attributes
 * @param {...(string | Node)} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function element(tag, attributes, ...children) {
    const made = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
    made.append(...children);
    return made;
}

/**
 * @template {Element} Kind
 * @param {string} id
 * @param {new () => Kind} kind
 * @returns {Kind}
 */
export function byId(id, kind) {
    const found = document.getElementById(id);
    if (!(found instanceof kind)) throw new Error(`The page has no #${id}.`);
    return found;
}

/** @param {string} sentence empty: nothing to say any more */
export function notify(sentence) {
    byId('notice', HTMLElement).textContent = sentence;
}

/**
 * @param {string} text
 * @param {string} said
 */
export function copy(text, said) {
    navigator.clipboard.writeText(text).then(
        () => notify(said),
        () => notify('This browser does not let the page copy. Select the text instead.')
    );
}

/** @param {unknown} error */
export function sentenceOf(error) {
    return error instanceof Error ? error.message : String(error);
}

/**
 * Asks the product's own backend.
 * @param {'GET' | 'POST' | 'DELETE'} method
 * @param {string} path
 * @param {object} [body] JSON, or a file as it is
 * @returns {Promise<unknown>} what the backend's api.ts answers; the caller names its shape
 * @throws {Error} whose message is a sentence
 */
export async function ask(method, path, body) {
    /** @type {RequestInit} */
    const request = { method };
    if (body instanceof Blob) request.body = body;
    else if (body) Object.assign(request, { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
    const response = await fetch(path, request).catch(() => {
        throw new Error('The playground does not respond.');
    });
    /** @type {{ error?: string }} */
    const json = await response.json();
    if (!response.ok) throw new Error(json.error);
    return json;
}
