/** An element with what it refers to, by id. */
export interface DrawnElement {
    name: string;
    id: string | undefined;
    children: DrawnElement[];
    /** Drawn once for it. */
    drawn: string[];
    /** Drawn again for each element within it, which may inherit it: a fill, a stroke. */
    inherited: string[];
}

/** They hold colours, and draw no elements. */
const colours = new Set(['linearGradient', 'radialGradient']);

/**
 * How many elements a browser draws for the root, at most: each as often as it is referred to.
 * Infinity where an element refers to itself.
 */
export function countDrawn(root: DrawnElement): number {
    const byId = new Map<string, DrawnElement>();
    const pending = [root];
    for (let element = pending.pop(); element; element = pending.pop()) {
        // Of several with one id, browsers take the first.
        if (element.id !== undefined && !byId.has(element.id)) byId.set(element.id, element);
        pending.push(...element.children.toReversed());
    }
    const counted = new Map<DrawnElement, number>();
    const sum = (counts: number[]) => counts.reduce((total, each) => total + each, 0);
    const countOf = (id: string) => {
        const target = byId.get(id);
        return target && !colours.has(target.name) ? count(target) : 0;
    };
    const count = (element: DrawnElement): number => {
        const known = counted.get(element);
        if (known !== undefined) return known;
        // For those that refer back to it.
        counted.set(element, Infinity);
        const { children, drawn, inherited } = element;
        const within = 1 + sum(children.map(count)) + sum(drawn.map(countOf));
        const total = within * (1 + sum(inherited.map(countOf)));
        counted.set(element, total);
        return total;
    };
    return count(root);
}
