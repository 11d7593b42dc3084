import type { ReactNode } from 'react';
import { Button } from './Button.tsx';
import { Dialog, DialogActions } from './Dialog.tsx';
import { ErrorNotice } from './Notice.tsx';

interface Props {
    title: string;
    /** What its button says. */
    verb: string;
    /** Of what it does. */
    error?: unknown;
    /** Instead of the error, where more can be said of it. */
    notice?: ReactNode;
    isBusy: boolean;
    blockedBecause?: string | undefined;
    onSubmit: () => void;
    onClose: () => void;
    children: ReactNode;
}

/** A form over the page: Enter sends it, Escape leaves it. */
export function FormDialog({ title, verb, error, notice, isBusy, blockedBecause, onSubmit, onClose, children }: Props) {
    return (
        <Dialog title={title} onClose={onClose}>
            <form
                className="flex flex-col gap-4"
                onSubmit={(event) => {
                    event.preventDefault();
                    if (blockedBecause === undefined && !isBusy) onSubmit();
                }}
            >
                {notice || (error !== null && error !== undefined && <ErrorNotice error={error} />)}
                {children}
                <DialogActions>
                    <Button onClick={onClose}>Cancel</Button>
                    <Button look="primary" type="submit" isBusy={isBusy} blockedBecause={blockedBecause}>
                        {verb}
                    </Button>
                </DialogActions>
            </form>
        </Dialog>
    );
}
