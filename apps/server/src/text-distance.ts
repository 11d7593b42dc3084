/** How many letters have to be put in, taken out or changed (Levenshtein). */
export function textDistance(one: string, other: string): number {
    let row = Array.from({ length: other.length + 1 }, (_, index) => index);
    for (const [index, letter] of [...one].entries()) {
        const next = [index + 1];
        for (const [at, letterThere] of [...other].entries())
            next.push(Math.min((row[at] ?? 0) + (letter === letterThere ? 0 : 1), (row[at + 1] ?? 0) + 1, (next[at] ?? 0) + 1));
        row = next;
    }
    return row.at(-1) ?? 0;
}
