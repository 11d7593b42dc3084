import { withoutControls } from '@patchbay/contracts/browser';

/** A text of others in a place of its own: it keeps its direction, and turns nothing around it. */
export function Isolated({ children, ...attributes }: { children: string; className?: string; dir?: 'ltr'; lang?: string | undefined }) {
    return <bdi {...attributes}>{withoutControls(children)}</bdi>;
}
