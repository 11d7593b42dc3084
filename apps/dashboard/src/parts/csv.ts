/** A table as a file for spreadsheets (RFC 4180), in which no cell is taken for a formula. */
export function toCsv(rows: readonly (readonly string[])[]): string {
    return rows.map((row) => `${row.map(quoted).join(',')}\r\n`).join('');
}

function quoted(text: string): string {
    const inert = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
    return `"${inert.replaceAll('"', '""')}"`;
}

/** Saves a text as a file of the member. */
export function download(name: string, type: string, text: string): void {
    const url = URL.createObjectURL(new Blob([text], { type }));
    const link = document.createElement('a');
    link.href = url;
    link.download = name;
    link.click();
    URL.revokeObjectURL(url);
}
