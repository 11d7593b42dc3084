import { readFileSync } from 'node:fs';

/** Each may be given as a file instead: its name and `_FILE`, as images of containers have it. */
const secretVariables = [
    'DATABASE_URL',
    'PATCHBAY_ENCRYPTION_KEYS',
    'PATCHBAY_SECRET_KEY',
    'PATCHBAY_DASHBOARD_PASSWORD',
    'OTEL_EXPORTER_OTLP_HEADERS'
];

const fileVariable = (name: string) => `${name}_FILE`;
export const fileVariables: readonly string[] = secretVariables.map(fileVariable);

/** Without what is empty, and with what stands in the files of secrets. */
export function withSecretFiles(environment: Readonly<Record<string, string | undefined>>): {
    given: Record<string, string>;
    problems: string[];
} {
    const entries = Object.entries(environment).flatMap(([name, value]): [string, string][] => (value ? [[name, value]] : []));
    const given = Object.fromEntries(entries);
    const problems: string[] = [];
    for (const name of secretVariables) {
        const file = given[fileVariable(name)];
        if (file === undefined) continue;
        const read = given[name] === undefined ? readSecret(file) : { problem: `${name} is given as well. Leave one of them out.` };
        if ('problem' in read) problems.push(`${fileVariable(name)}: ${read.problem}`);
        else given[name] = read.text;
    }
    return { given, problems };
}

/** Without the line break that editors and `echo` put at the end. */
function readSecret(file: string): { text: string } | { problem: string } {
    try {
        const text = readFileSync(file, 'utf8').trim();
        return text === '' ? { problem: `${file} is empty. It has to hold the value.` } : { text };
    } catch (error) {
        // Of the file system.
        const { code } = error as NodeJS.ErrnoException;
        return { problem: `${file} cannot be read (${code}). Give the path of a file that this user may read.` };
    }
}
