const browsers: readonly (readonly [RegExp, string])[] = [
  [/SamsungBrowser\/(\d+)/, 'Samsung Internet'],
  [/(?:Edg|EdgA|EdgiOS)\/(\d+)/, 'Edge'],
  [/(?:OPR|Opera)\/(\d+)/, 'Opera'],
  [/(?:Firefox|FxiOS)\/(\d+)/, 'Firefox'],
  [/(?:Chrome|CriOS)\/(\d+)/, 'Chrome'],
  [/Version\/(\d+).* Safari\//, 'Safari'],
]
const systems: readonly (readonly [RegExp, string])[] = [
  [/iPhone/, 'iOS'],
  [/iPad/, 'iPadOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
]

/** Such as "Safari 26 on iOS" or "Googlebot"; undefined if unknown. */
export function browserNamed(userAgent: string): string | undefined {
  const robot = /\b[\w-]+bot\b/i.exec(userAgent)?.[0]
  if (robot !== undefined) return robot
  for (const [pattern, name] of browsers) {
    const version = pattern.exec(userAgent)?.[1]
    const system = systems.find(([each]) => each.test(userAgent))?.[1]
    if (version !== undefined && system !== undefined) return `${name} ${version} on ${system}`
  }
  return undefined
}
