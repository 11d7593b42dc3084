import { useRef, type RefObject } from 'react';
import { useT } from '../../i18n/later-texts.ts';

/** Copies a link. Where the clipboard is out of reach, it is marked to be copied by hand. */
export function useCopying(link: string, onCopied: () => void) {
    const box = useRef<HTMLInputElement>(null);
    async function copy() {
        try {
            await navigator.clipboard.writeText(link);
            onCopied();
        } catch {
            box.current?.focus();
        }
    }
    return { box, copy };
}

interface LinkBoxProps {
    box: RefObject<HTMLInputElement | null>;
    link: string;
    onCopied: () => void;
}

export function LinkBox({ box, link, onCopied }: LinkBoxProps) {
    const t = useT();
    return (
        <div className="input box">
            <input
                ref={box}
                dir="ltr"
                aria-label={t('oauth.link')}
                readOnly
                value={link}
                onFocus={({ target }) => target.select()}
                onCopy={onCopied}
            />
        </div>
    );
}
