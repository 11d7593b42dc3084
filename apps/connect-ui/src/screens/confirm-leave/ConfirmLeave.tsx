import { useEffect, useRef } from 'react';
import { useT } from '../../i18n/texts.ts';
import { Button } from '../parts/Screen.tsx';
import { isUnderWay } from '../../flow/records.ts';
import type { ScreenState } from '../states.gen.ts';

/**
 * Asked inside the widget: the browser's own `confirm()` is not shown in a cross-site iframe.
 * It has no `state.ts` or `record.ts`: it lies over a screen, whose record goes on deciding.
 */
export function ConfirmLeave({ back, onStay, onLeave }: { back: ScreenState; onStay: () => void; onLeave: () => void }) {
    const t = useT();
    const goesOn = isUnderWay(back);
    const dialog = useRef<HTMLDivElement>(null);
    useEffect(() => {
        const before = document.activeElement;
        // It is in sight already: the screen behind it stays where it is.
        dialog.current?.querySelector('button')?.focus({ preventScroll: true });
        return () => {
            if (before instanceof HTMLElement) before.focus();
        };
    }, []);
    return (
        <div className="overlay">
            <div
                className="dialog"
                ref={dialog}
                role="alertdialog"
                aria-modal="true"
                aria-labelledby="leave-title"
                aria-describedby="leave-text"
            >
                <h2 id="leave-title">{t(goesOn ? 'leave.busyTitle' : 'leave.title')}</h2>
                <p id="leave-text">{t(goesOn ? 'leave.busy' : back.state === 'chooseAccount' ? 'leave.started' : 'leave.text')}</p>
                <div className="dialog-actions">
                    <Button onClick={onStay}>{t('leave.stay')}</Button>
                    <Button kind="secondary" onClick={onLeave}>
                        {t('leave.leave')}
                    </Button>
                </div>
            </div>
        </div>
    );
}
