import { SaxesParser } from 'saxes';

interface Tree {
    [name: string]: string | Tree;
}

/** Elements alone, as logins have them. */
export function toXml(tree: Tree): string {
    return `<?xml version="1.0" encoding="UTF-8"?>${elements(tree)}`;
}

function elements(tree: Tree): string {
    return Object.entries(tree)
        .map(([name, value]) => `<${name}>${typeof value === 'string' ? escaped(value) : elements(value)}</${name}>`)
        .join('');
}

function escaped(text: string): string {
    // XML 1.0 has no way to write other control characters.
    const writable = [...text].filter((character) => character >= ' ' || '\t\n\r'.includes(character)).join('');
    return writable.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

const maxDepth = 64;

/**
 * An XML document as JSON: elements by name, without attributes; of several with one name the first
 * one. Anything else stays as it is, web pages included.
 */
export function withoutXml(body: string): string {
    if (!/^\uFEFF?\s*</.test(body) || /^\uFEFF?\s*<(?:!doctype|html)\b/i.test(body)) return body;
    const root: Tree = {};
    const open: { name: string; children: Tree; text: string }[] = [{ name: '', children: root, text: '' }];
    let isUsable = true;
    const parser = new SaxesParser();
    parser.on('opentag', ({ name }) => {
        isUsable &&= open.length <= maxDepth;
        if (isUsable) open.push({ name: name.replace(/^.*:/, ''), children: {}, text: '' });
    });
    const addText = (text: string) => {
        const current = open.at(-1);
        if (current) current.text += text;
    };
    parser.on('text', addText);
    parser.on('cdata', addText);
    parser.on('closetag', () => {
        if (!isUsable) return;
        const closed = open.pop();
        const owner = open.at(-1)?.children;
        if (!closed || !owner || closed.name === '__proto__' || Object.hasOwn(owner, closed.name)) return;
        owner[closed.name] = Object.keys(closed.children).length > 0 ? closed.children : closed.text.trim();
    });
    parser.on('error', () => {
        isUsable = false;
    });
    parser.write(body).close();
    return isUsable ? JSON.stringify(root) : body;
}
