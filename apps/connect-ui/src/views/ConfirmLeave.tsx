import { useEffect, useRef } from 'react';
import { useTexts } from '../texts.ts';
import { Button } from '../Screen.tsx';

/** Asked inside the widget: the browser's own `confirm()` is not shown in a cross-site iframe. */
export function ConfirmLeave({ onStay, onLeave }: { onStay: () => void; onLeave: () => void }) {
    const texts = useTexts();
    const dialog = useRef<HTMLDivElement>(null);
    useEffect(() => {
        const before = document.activeElement;
        dialog.current?.querySelector('button')?.focus();
        return () => {
            if (before instanceof HTMLElement) before.focus();
        };
    }, []);
    return (
        <div className="veil">
            <div
                className="question"
                ref={dialog}
                role="alertdialog"
                aria-modal="true"
                aria-labelledby="leave-title"
                aria-describedby="leave-text"
            >
                <h2 id="leave-title">{texts.leaveTitle}</h2>
                <p id="leave-text">{texts.leaveText}</p>
                <div className="question-actions">
                    <Button onClick={onStay}>{texts.stay}</Button>
                    <Button kind="secondary" onClick={onLeave}>
                        {texts.leave}
                    </Button>
                </div>
            </div>
        </div>
    );
}
