import { isRow } from './row.ts';
import type { Row } from './row.ts';

/** Fields that are attributes in XML, as in `<Invoice domain="QBO">`. */
const ATTRIBUTES = new Set(['domain', 'sparse', 'startPosition', 'maxResults', 'totalCount', 'bId', 'code', 'element', 'type', 'status']);

/** A response's body as XML, the API's default. */
export function responseXml({ time, ...body }: Row): string {
    const at = typeof time === 'string' ? ` time="${escape(time)}"` : '';
    const content = Object.entries(body).map(([name, value]) => elements(name, value));
    return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?><IntuitResponse xmlns="http://schema.intuit.com/finance/v3"${at}>${content.join('')}</IntuitResponse>`;
}

function elements(name: string, value: unknown): string {
    if (Array.isArray(value)) return value.map((item: unknown) => elements(name, item)).join('');
    if (!isRow(value)) return value === null || value === undefined ? '' : `<${name}>${escape(scalar(value))}</${name}>`;
    // A reference: its value is the text.
    if ('value' in value && Object.keys(value).every((key) => ['value', 'name', 'type'].includes(key))) {
        const { value: text, ...others } = value;
        return `<${name}${attributes(Object.entries(others))}>${escape(scalar(text))}</${name}>`;
    }
    const isAttribute = ([key, field]: [string, unknown]) => ATTRIBUTES.has(key) && !isRow(field) && !Array.isArray(field);
    const fields = Object.entries(value);
    const children = fields.filter((field) => !isAttribute(field)).map(([key, field]) => elements(key, field));
    return `<${name}${attributes(fields.filter(isAttribute))}>${children.join('')}</${name}>`;
}

function attributes(fields: [string, unknown][]): string {
    return fields.map(([name, value]) => ` ${name}="${escape(scalar(value))}"`).join('');
}

function scalar(value: unknown): string {
    return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

function escape(text: string): string {
    return text.replaceAll(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
