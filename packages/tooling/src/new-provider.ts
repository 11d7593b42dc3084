import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { generateCatalog, providersFolder } from './generate-catalog.ts';

/**
 * Writes a definition that compiles, and regenerates the catalogue. The tests of all providers fail
 * until its facts are filled in.
 * @returns the path of the file to edit
 * @throws Error naming what is wrong with the id
 */
export function newProvider(id: string, folder: string): string {
    if (!/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(id)) {
        throw new Error(`"${id}" can't be an id: use lower-case letters, digits and single hyphens, such as acme-crm.`);
    }
    const own = `${folder}/${id}`;
    if (existsSync(own)) throw new Error(`There is a provider "${id}" already: ${own}`);
    mkdirSync(own, { recursive: true });
    const file = `${own}/provider.ts`;
    writeFileSync(file, definitionSource(id));
    generateCatalog(folder);
    return file;
}

function definitionSource(id: string): string {
    const displayName = id
        .split('-')
        .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
        .join(' ');
    return `import { defineProvider } from '../provider.ts';

export default defineProvider({
    id: '${id}',
    display_name: '${displayName}',
    categories: ['other'],
    auth_mode: 'API_KEY',
    docs: 'https://developer.example.com',
    // https://developer.example.com
    guide: ['In ${displayName}, go to “TODO → TODO”.', 'Copy the key and paste it here.'],
    setup: { url: 'https://developer.example.com', text: 'TODO' },
    credentials: {
        apiKey: { type: 'string', title: 'API key', secret: true }
    },
    proxy: {
        base_url: 'https://api.example.com',
        headers: { authorization: 'Bearer \${apiKey}' },
        verification: { method: 'GET', endpoints: ['/me'] }
    }
});
`;
}

if (import.meta.main) {
    try {
        const file = newProvider(process.argv[2] ?? '', providersFolder);
        console.log(`Written: ${file}\nFill in the vendor's facts, each with a link to its page, then run npm test.`);
    } catch (error) {
        console.error(error instanceof Error ? error.message : error);
        process.exitCode = 1;
    }
}
