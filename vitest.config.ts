import {defineConfig} from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/unit/**/*.test.{ts,tsx}'],
    // A test file that wants a page says `// @vitest-environment happy-dom`; one that wants a store imports fake-indexeddb/auto.
    environment: 'node',
    // On two cores it would take but one.
    maxWorkers: 2,
    restoreMocks: true,
    unstubGlobals: true,
    testTimeout: 20_000,
    // A database starts in seconds, and on a busy machine in many.
    hookTimeout: 60_000,
  },
})
