/** The smallest child: reports that it runs, then exits. `findSandbox` uses it for its trials. */
process.send?.('here', () => process.exit(0))
