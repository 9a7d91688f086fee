/**
 * The smallest child: says that it runs, and ends. `detectSandbox` starts it to see what this
 * machine allows.
 */
process.send?.('here', () => process.exit(0))
