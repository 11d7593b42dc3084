/** The places of what a schema dropped from a value that it parsed, such as `data.0.name`. */
export function droppedFields(given: unknown, kept: unknown, path: readonly string[] = []): string[] {
    if (typeof given !== 'object' || typeof kept !== 'object' || !given || !kept) return [];
    const values = new Map<string, unknown>(Object.entries(kept));
    return Object.entries(given).flatMap(([name, value]: [string, unknown]) => {
        if (value === undefined) return [];
        const place = [...path, name];
        return values.has(name) ? droppedFields(value, values.get(name), place) : [place.join('.')];
    });
}
