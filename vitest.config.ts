import {defineConfig} from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/unit/**/*.test.{ts,tsx}'],
    // A test file that wants a page says `// @vitest-environment happy-dom`; one that wants a store imports fake-indexeddb/auto.
    environment: 'node',
    restoreMocks: true,
    unstubGlobals: true,
    testTimeout: 20_000,
  },
})
