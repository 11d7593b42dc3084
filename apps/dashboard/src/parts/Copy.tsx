import { Check, Copy as CopyIcon } from 'lucide-react';
import { type Ref, useState } from 'react';
import { Button } from './Button.tsx';

/** Copies a text, and confirms it for a moment. */
export function CopyButton({
    text,
    children = 'Copy',
    look = 'secondary',
    ref
}: {
    text: string;
    children?: string;
    look?: 'primary' | 'secondary' | 'quiet';
    ref?: Ref<HTMLButtonElement>;
}) {
    const [isCopied, setCopied] = useState(false);
    const copy = () =>
        void navigator.clipboard.writeText(text).then(() => {
            setCopied(true);
            setTimeout(() => setCopied(false), 2000);
        });
    const Icon = isCopied ? Check : CopyIcon;
    return (
        <>
            <Button {...(ref && { ref })} look={look} onClick={copy} icon={<Icon aria-hidden size={16} strokeWidth={1.75} />}>
                {isCopied ? 'Copied' : children}
            </Button>
            <span role="status" className="sr-only">
                {isCopied ? 'Copied' : ''}
            </span>
        </>
    );
}

/** An id, with a button that copies it. */
export function CopyId({ id, name }: { id: string; name: string }) {
    const [isCopied, setCopied] = useState(false);
    const copy = () => void navigator.clipboard.writeText(id).then(() => setCopied(true));
    const Icon = isCopied ? Check : CopyIcon;
    return (
        <span className="inline-flex max-w-full items-center gap-1">
            <code className="[overflow-wrap:anywhere]">{id}</code>
            <button
                type="button"
                title={`Copy ${name}`}
                aria-label={isCopied ? `${name} copied` : `Copy ${name}`}
                onClick={copy}
                onBlur={() => setCopied(false)}
                className="inline-flex size-6 shrink-0 items-center justify-center rounded-control text-text-2 hover:bg-sunken"
            >
                <Icon aria-hidden size={16} strokeWidth={1.75} />
            </button>
        </span>
    );
}
