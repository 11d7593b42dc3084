import type { FormField } from '@patchbay/contracts/browser';
import { useState, type ComponentProps } from 'react';
import { ShowButton } from './ShowButton.tsx';

interface TextInputProps {
    field: FormField;
    /** What makes the input the field's: value, handlers, what describes it. */
    input: ComponentProps<'input'>;
}

/**
 * A box of one line. What stands before and after the value is drawn in it, and is part of its
 * group's name.
 */
export function TextInput({ field: { title, secret, prefix, suffix }, input }: TextInputProps) {
    const [shown, setShown] = useState(false);
    const isGroup = prefix !== null || suffix !== null;
    return (
        <div
            className={`input box${isGroup ? ' box-affixed' : ''}${input['aria-invalid'] ? ' box-wrong' : ''}`}
            dir="ltr"
            {...(isGroup && { role: 'group', 'aria-label': `${prefix ?? ''} ${title} ${suffix ?? ''}`.trim() })}
        >
            {prefix !== null && (
                <span className="affix" aria-hidden="true">
                    {prefix}
                </span>
            )}
            <input {...input} type={secret && !shown ? 'password' : 'text'} />
            {suffix !== null && (
                <span className="affix" aria-hidden="true">
                    {suffix}
                </span>
            )}
            {secret && <ShowButton label={title} pressed={shown} onPress={setShown} />}
        </div>
    );
}
