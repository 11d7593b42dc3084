import type { FormField } from '@patchbay/contracts/browser';
import { useEffect, useState, type ComponentProps, type DragEvent } from 'react';
import { ShowButton } from './ShowButton.tsx';
import { useT } from '../i18n/later-texts.ts';

interface MultilineInputProps {
    field: FormField;
    /** What makes the textarea the field's: value, handlers, what describes it. */
    textarea: ComponentProps<'textarea'>;
    onFile: (file: File) => void;
}

/**
 * A box of several lines, which may be filled from a file. What hides a secret in it is a matter of
 * looks (`.masked`): a screen reader reads it out.
 */
export function MultilineInput({ field: { title, secret, accept }, textarea, onFile }: MultilineInputProps) {
    const t = useT();
    const [shown, setShown] = useState(false);
    const [hovered, setHovered] = useState(false);
    const takesFile = accept !== null && !textarea.readOnly;
    useNoMisplacedDrop(accept !== null);

    function hover(event: DragEvent) {
        if (!takesFile || !event.dataTransfer.types.includes('Files')) return;
        event.preventDefault();
        setHovered(true);
    }
    function drop(event: DragEvent) {
        setHovered(false);
        const file = event.dataTransfer.files[0];
        if (!takesFile || !file) return;
        event.preventDefault();
        onFile(file);
    }
    return (
        <div
            className={`input box box-lines${textarea['aria-invalid'] ? ' box-wrong' : ''}${hovered ? ' box-hovered' : ''}`}
            onDragOver={hover}
            onDragLeave={() => setHovered(false)}
            onDrop={drop}
        >
            <textarea
                {...textarea}
                className={secret && !shown ? 'mono masked' : 'mono'}
                rows={5}
                // Browsers scroll to the caret alone, and would leave the rest of it under the bar.
                onKeyUp={({ key, currentTarget }) => {
                    if (key === 'Tab') currentTarget.scrollIntoView({ block: 'nearest' });
                }}
            />
            {(accept !== null || secret) && (
                <div className="box-tools">
                    {takesFile && (
                        <>
                            <input
                                className="visually-hidden"
                                id={`${textarea.id}-file`}
                                type="file"
                                accept={accept}
                                aria-describedby={`${textarea.id}-label`}
                                onChange={(event) => {
                                    const file = event.target.files?.[0];
                                    if (file) onFile(file);
                                    // The same file may be chosen again, after it was corrected.
                                    event.target.value = '';
                                }}
                            />
                            <label className="file" htmlFor={`${textarea.id}-file`}>
                                {t('field.file')}
                            </label>
                            <span className="muted drop">{t('field.drop')}</span>
                        </>
                    )}
                    {secret && <ShowButton label={title} pressed={shown} onPress={setShown} />}
                </div>
            )}
        </div>
    );
}

/** A file dropped beside the box would be opened in place of the form. */
function useNoMisplacedDrop(isWanted: boolean): void {
    useEffect(() => {
        if (!isWanted) return;
        const stop = (event: globalThis.DragEvent) => {
            if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
        };
        window.addEventListener('dragover', stop);
        window.addEventListener('drop', stop);
        return () => {
            window.removeEventListener('dragover', stop);
            window.removeEventListener('drop', stop);
        };
    }, [isWanted]);
}
