import { Button } from './Button.tsx';
import { Notice } from './Notice.tsx';

/** Another member was first: what is typed here is still here, and not saved. */
export function LateChange({
    what,
    isBusy,
    onReload,
    onSave
}: {
    /** As “this integration”. */
    what: string;
    isBusy: boolean;
    onReload: () => void;
    onSave: () => void;
}) {
    return (
        <Notice
            tone="warn"
            title={`Someone else has changed ${what} since you opened it`}
            actions={
                <>
                    <Button onClick={onReload}>Show theirs, and drop what I typed</Button>
                    <Button isBusy={isBusy} onClick={onSave}>
                        Save mine on top of theirs
                    </Button>
                </>
            }
        >
            Nothing of yours was saved, and it is still here. Saving on top keeps their change of every field that you left alone.
        </Notice>
    );
}
