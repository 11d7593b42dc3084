import type { Capability } from './account.ts';
import { type Column, columns, type Result } from './case.ts';

const marks = { passed: '✓', failed: '✗', unsupported: '–', 'not run': '·' } as const;
const labels = { failed: 'failed', unsupported: 'not supported', 'not run': 'not run' } as const;

export function lineOf({ model, says, ...outcome }: Result): string {
    const reason = outcome.result === 'passed' ? '' : ` (${labels[outcome.result]}: ${outcome.reason})`;
    return `${marks[outcome.result]} ${model}: ${says}${reason}`;
}

export function countsOf(results: readonly Result[]): Record<Result['result'], number> {
    const counts = { passed: 0, failed: 0, unsupported: 0, 'not run': 0 };
    for (const { result } of results) counts[result] += 1;
    return counts;
}

/** Notes that are not a part of another one. */
function withoutRepeats(notes: readonly string[]): string[] {
    const all = [...new Set(notes)];
    return all.filter((note) => !all.some((other) => other !== note && other.includes(note)));
}

/** By model: what its cases came to in each column. */
export interface Coverage {
    model: string;
    cells: Readonly<Record<Column, string>>;
    passed: number;
    notes: readonly string[];
}

const headings: Readonly<Record<Column, string>> = {
    list: 'List',
    read: 'Read one',
    live: 'Live',
    create: 'Create',
    update: 'Update',
    delete: 'Delete',
    other: 'Other'
};

export function coverageOf(results: readonly Result[], capabilities: Iterable<Capability>): Coverage[] {
    const notes = Map.groupBy(capabilities, ({ model }) => (model === 'CreatedCandidate' ? 'Candidate' : model));
    return [...Map.groupBy(results, ({ model }) => model)].map(([model, ofModel]) => ({
        model,
        // Record<Column, …> of all columns.
        cells: Object.fromEntries(
            columns.map((column) => [column, cellOf(ofModel.filter((one) => one.column === column))])
        ) as Coverage['cells'],
        passed: countsOf(ofModel).passed,
        notes: withoutRepeats(notes.get(model)?.flatMap(({ note }) => note ?? []) ?? [])
    }));
}

function cellOf(results: readonly Result[]): string {
    const counts = countsOf(results);
    if (counts.failed > 0) return marks.failed;
    if (counts.passed > 0) return marks.passed;
    return counts.unsupported > 0 ? marks.unsupported : counts['not run'] > 0 ? marks['not run'] : '';
}

const rowsOf = (coverage: readonly Coverage[]) => [
    ['Model', ...columns.map((column) => headings[column]), 'Cases'],
    ...coverage.map(({ model, cells, passed }) => [model, ...columns.map((column) => cells[column]), String(passed)])
];

export function textTable(coverage: readonly Coverage[]): string {
    const rows = rowsOf(coverage);
    const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
    return rows
        .map((row) =>
            row
                .map((cell, column) => cell.padEnd(widths[column] ?? 0))
                .join('  ')
                .trimEnd()
        )
        .join('\n');
}

export function markdownTable(coverage: readonly Coverage[]): string {
    const [heading = [], ...rows] = rowsOf(coverage);
    const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
    const withNotes = rows.map((row, index) => [...row, coverage[index]?.notes.join(' ') ?? '']);
    return [line([...heading, 'Notes']), line([...heading.map(() => '---'), '---']), ...withNotes.map(line)].join('\n');
}
