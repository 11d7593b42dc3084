import { CopyButton } from './Copy.tsx';

/** Code to take away. */
export function Snippet({ name, text }: { name: string; text: string }) {
    return (
        <figure className="rounded-control bg-sunken">
            <figcaption className="flex items-center justify-between gap-2 px-3 pt-2 text-small text-text-2">
                {name}
                <CopyButton text={text} look="quiet">{`Copy ${name}`}</CopyButton>
            </figcaption>
            <pre className="p-3 [overflow-wrap:anywhere] whitespace-pre-wrap">{text}</pre>
        </figure>
    );
}
