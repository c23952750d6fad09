process.stdout.write("insights\n");
