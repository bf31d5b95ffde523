import {benchBundles} from './bundles'

// A step of `npm test`: warns where the browser loads more than intended, fails at twice that.
for (const {what, measured, figure, limit, unit} of benchBundles()) {
  const verdict = figure <= limit ? '' : figure <= 2 * limit ? ': WARNING, large' : ': TOO LARGE'
  console.log(`${what}: ${figure.toFixed(2)}${unit} in ${measured}, intended at most ${limit}${unit}${verdict}`)
  if (figure > 2 * limit) process.exitCode = 1
}
