/** Prints a table; the first column is text, the others are figures. */
export function printTable(title: string, head: readonly string[], rows: readonly (readonly string[])[]): void {
    const widths = head.map((cell, column) => Math.max(cell.length, ...rows.map((row) => (row[column] ?? '').length)));
    const line = (cells: readonly string[]) =>
        widths.map((width, column) => (column === 0 ? (cells[0] ?? '').padEnd(width) : (cells[column] ?? '').padStart(width))).join('  ');
    const text = [title, line(head), widths.map((width) => '─'.repeat(width)).join('  '), ...rows.map(line)].join('\n');
    process.stdout.write(`\n${text}\n`);
}

/** A figure beside its bound, and whether it keeps it: if not, the program ends with 1. */
export function formatBound(value: number, bound: { atLeast: number } | { atMost: number }, digits = 2): string {
    const isKept = 'atLeast' in bound ? value >= bound.atLeast : value <= bound.atMost;
    if (!isKept) process.exitCode = 1;
    return `${value.toFixed(digits)} ${isKept ? 'pass' : 'MISS'}`;
}

export const ms = (value: number) => `${value.toFixed(2)} ms`;
export const megabytes = (value: number) => `${(value / 1024 ** 2).toFixed(0)} MB`;
export const perSecond = (value: number) => `${Math.round(value)}/s`;
