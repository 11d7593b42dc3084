/** The mark of an app: its vendor's, or the one that the integration was given. */
export function Mark({ src, size = 32 }: { src: string; size?: number }) {
    return <img src={src} alt="" width={size} height={size} loading="lazy" className="shrink-0 rounded-[8px]" />;
}
