const browsers: readonly [pattern: RegExp, name: string][] = [
    [/Edg(?:e|A|iOS)?\/(\d+)/, 'Edge'],
    [/OPR\/(\d+)/, 'Opera'],
    [/(?:Firefox|FxiOS)\/(\d+)/, 'Firefox'],
    [/(?:Headless)?(?:Chrome|CriOS)\/(\d+)/, 'Chrome'],
    [/Version\/(\d+)[\d.]* (?:Mobile\/\S+ )?Safari\//, 'Safari']
];
const systems: readonly [pattern: RegExp, name: string][] = [
    [/iPhone|iPad/, 'iOS'],
    [/Android/, 'Android'],
    [/Windows/, 'Windows'],
    [/Mac OS X|Macintosh/, 'macOS'],
    [/CrOS/, 'ChromeOS'],
    [/Linux/, 'Linux']
];

/** As “Firefox 143 on Windows”; what is not known is shown as it was sent. */
export function browserOf(userAgent: string): string {
    for (const [pattern, name] of browsers) {
        const version = pattern.exec(userAgent)?.[1];
        if (version === undefined) continue;
        const system = systems.find(([each]) => each.test(userAgent))?.[1];
        return system === undefined ? `${name} ${version}` : `${name} ${version} on ${system}`;
    }
    return userAgent || 'An unknown browser';
}
