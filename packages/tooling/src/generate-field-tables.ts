import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { endpoints as allEndpoints, type EndpointShape, fieldsOf } from '@patchbay/contracts';
import { documents, rootFolder } from './docs.ts';
import { tableOf } from './generate-reference.ts';

const place = /(<!-- fields: (\w+) (body|query) -->\n)[\s\S]*?(<!-- end -->)/g;

/**
 * Fills a document's tables of what an endpoint takes. What is inside a field is in the reference.
 */
export function withFieldTables(document: string, endpoints: readonly EndpointShape[] = allEndpoints): string {
    return document.replaceAll(place, (_, begin: string, id: string, part: 'body' | 'query', end: string) => {
        const schema = endpoints.find((endpoint) => endpoint.id === id)?.[part];
        if (!schema) throw new Error(`No endpoint ${id} takes a ${part}.`);
        const rows = fieldsOf(schema, 'input')
            .filter(({ path }) => !path.includes('.'))
            .map(({ path, required, description }) => [`\`${path}\``, required ? `${description} Required.` : description]);
        return `${begin}${tableOf(['Field', 'Description'], rows)}\n${end}`;
    });
}

export function generateFieldTables(): void {
    for (const name of documents) {
        const file = join(rootFolder, name);
        const text = readFileSync(file, 'utf8');
        const filled = withFieldTables(text);
        if (filled !== text) writeFileSync(file, filled);
    }
}
