import type { ReactNode } from 'react';
import { Button } from './Button.tsx';
import { Dialog, DialogActions } from './Dialog.tsx';
import { ErrorNotice } from './Notice.tsx';
import { useTypedName } from './use-typed-name.tsx';

interface Props {
    title: string;
    /** What its button says. */
    verb: string;
    /** In production it has to be typed. */
    name: string;
    /** It has to be typed in any environment. */
    isAlwaysTyped?: boolean;
    change: { error: unknown; isPending: boolean };
    onConfirm: () => void;
    onClose: () => void;
    /** What is lost, in numbers where they are known. */
    children: ReactNode;
}

/** Asks before something is destroyed. */
export function ConfirmDialog({ title, verb, name, isAlwaysTyped = false, change, onConfirm, onClose, children }: Props) {
    const { field, blockedBecause } = useTypedName(name, isAlwaysTyped);
    return (
        <Dialog title={title} onClose={onClose}>
            <form
                className="flex flex-col gap-4"
                onSubmit={(event) => {
                    event.preventDefault();
                    if (blockedBecause === undefined) onConfirm();
                }}
            >
                {change.error !== null && change.error !== undefined && <ErrorNotice error={change.error} />}
                {children}
                {field}
                <DialogActions>
                    <Button onClick={onClose}>Cancel</Button>
                    <Button look="danger" type="submit" isBusy={change.isPending} blockedBecause={blockedBecause}>
                        {verb}
                    </Button>
                </DialogActions>
            </form>
        </Dialog>
    );
}
