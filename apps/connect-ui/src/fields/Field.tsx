import { useContext, useId, useState } from 'react';
import type { FieldNotice } from './clean-value.ts';
import { DocsLink } from '../screens/parts/DocsLink.tsx';
import { FieldBox, type FieldBoxProps, type FileNews } from './FieldBox.tsx';
import { Isolated } from '../screens/parts/Isolated.tsx';
import { WholeLanguageContext } from '../i18n/later-texts.ts';

interface FieldProps extends Omit<FieldBoxProps, 'id' | 'describedBy' | 'onFile'> {
    notice?: FieldNotice | undefined;
}

/**
 * One thing the form asks for: label, help, box, and what is wrong with it, tied together for
 * screen readers.
 */
export function Field(props: FieldProps) {
    const { field, error, notice } = props;
    const { t, plural, locale } = useContext(WholeLanguageContext);
    const id = useId();
    const [file, setFile] = useState<FileNews | null>(null);
    const lang = field.lang === locale ? undefined : field.lang;
    const affixed = field.prefix !== null || field.suffix !== null;

    // What the provider refused stands above the form, once.
    const isOurs = error !== undefined && error !== 'refused';
    const described = [
        isOurs && `${id}-error`,
        field.description !== null && `${id}-help`,
        affixed && `${id}-part`,
        field.example !== null && `${id}-example`,
        field.saved_ending !== null && `${id}-saved`,
        notice && `${id}-notice`
    ];
    return (
        <div className="field">
            <label htmlFor={id} id={`${id}-label`}>
                <Isolated lang={lang}>{field.title}</Isolated>{' '}
                {field.optional && !field.enum_labels?.[''] && <span className="muted">{t('field.optional')}</span>}
            </label>
            {field.description !== null && (
                <p className="help" id={`${id}-help`}>
                    <Isolated lang={lang}>{field.description}</Isolated>
                </p>
            )}
            <FieldBox {...props} id={id} describedBy={described.filter(Boolean).join(' ') || undefined} onFile={setFile} />
            {affixed && (
                <p className="visually-hidden" id={`${id}-part`}>
                    {partText()}
                </p>
            )}
            {isOurs && (
                <p className="problem" id={`${id}-error`}>
                    {error === 'required' ? t('field.required', { label: field.title }) : t('field.pattern')}
                </p>
            )}
            <div className="field-status" aria-live="polite">
                {notice && (
                    <p className="help" id={`${id}-notice`}>
                        {t(`notice.${notice}`)}
                    </p>
                )}
                {file && 'problem' in file && <p className="problem">{t(`field.${file.problem}`)}</p>}
                {file && 'name' in file && (
                    <p className="help">
                        <Isolated className="mono">{file.name}</Isolated> · <bdi>{plural('field.characters', file.characters)}</bdi>
                    </p>
                )}
            </div>
            {field.example !== null && (
                <p className="help" id={`${id}-example`}>
                    {t('field.example')}{' '}
                    <Isolated className="mono" dir="ltr" lang={lang}>
                        {field.example}
                    </Isolated>
                </p>
            )}
            {field.saved_ending !== null && (
                <p className="help" id={`${id}-saved`}>
                    {t('field.saved', { ending: `…${field.saved_ending}` })}
                </p>
            )}
            <DocsLink href={field.docs_url} about={`${id}-label`}>
                {t('detail.whereToFind')}
            </DocsLink>
        </div>
    );

    function partText(): string {
        const { prefix, suffix } = field;
        if (prefix === null) return suffix === null ? '' : t('field.before', { suffix });
        return suffix === null ? t('field.after', { prefix }) : t('field.between', { prefix, suffix });
    }
}
