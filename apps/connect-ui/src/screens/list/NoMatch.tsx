import { useEffect, useRef } from 'react';
import { Button } from '../parts/Screen.tsx';
import { useT } from '../../i18n/texts.ts';

interface NoMatchProps {
    query: string;
    onClear: () => void;
    ask: { done: boolean; onAsk: () => void } | null;
}

/** What to do when the search found nothing. */
export function NoMatch({ query, onClear, ask }: NoMatchProps) {
    const t = useT();
    return (
        <div className="no-match">
            <p>{t('list.none', { query })}</p>
            <div className="choices">
                <Button kind="secondary" onClick={onClear}>
                    {t('list.clearSearch')}
                </Button>
                {ask?.done === false && (
                    <Button kind="secondary" onClick={ask.onAsk}>
                        {t('list.ask')}
                    </Button>
                )}
            </div>
            {ask?.done && <Thanks />}
        </div>
    );
}

/** Takes the focus that the button had, so that it is read out. */
function Thanks() {
    const t = useT();
    const text = useRef<HTMLParagraphElement>(null);
    useEffect(() => text.current?.focus(), []);
    return (
        <p ref={text} tabIndex={-1}>
            {t('list.asked')}
        </p>
    );
}
