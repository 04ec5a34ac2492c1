import it.unimi.dsi.logging.ProgressLogger;
import it.unimi.dsi.webgraph.BVGraph;
import it.unimi.dsi.webgraph.ImmutableGraph;
import it.unimi.dsi.webgraph.LazyIntIterator;
import it.unimi.dsi.webgraph.NodeIterator;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** Lets WebGraph for Java read a graph, in order or at random, and store one. */
public class Arcs {
	public static void main(String[] args) throws Exception {
		if (args.length == 2 && args[0].equals("sequential")) sequential(args[1]);
		else if (args.length == 2 && args[0].equals("random")) random(args[1]);
		else if (args.length >= 3 && args[0].equals("store")) store(args);
		else {
			System.err.println("usage: Arcs sequential BASENAME | random BASENAME | store BASENAME BASENAME [WINDOW MAXREF MININTERVAL ZETAK FLAG...]");
			System.exit(2);
		}
	}

	/** Prints the arcs in the order of the file, without its offsets. */
	private static void sequential(String basename) throws IOException {
		try (PrintStream out = out()) {
			NodeIterator it = ImmutableGraph.loadOffline(basename).nodeIterator();
			while (it.hasNext()) print(out, it.nextInt(), it.outdegree(), it.successors());
		}
	}

	/** Prints the arcs page by page, each list found through the offsets; from the last page, so that nothing is read ahead. */
	private static void random(String basename) throws IOException {
		ImmutableGraph graph = ImmutableGraph.load(basename, (ProgressLogger) null);
		try (PrintStream out = out()) {
			for (int u = graph.numNodes() - 1; u >= 0; u--) print(out, u, graph.outdegree(u), graph.successors(u));
		}
	}

	/** Stores a graph with one thread; -1 is a default parameter, and flags are named as the constants of BVGraph. */
	private static void store(String[] args) throws Exception {
		int[] parameters = {-1, -1, -1, -1};
		int flags = 0;
		for (int i = 3; i < args.length; i++) {
			if (i < 7) parameters[i - 3] = Integer.parseInt(args[i]);
			else flags |= BVGraph.class.getField(args[i]).getInt(null);
		}
		ImmutableGraph graph = ImmutableGraph.load(args[1]);
		BVGraph.store(graph, args[2], parameters[0], parameters[1], parameters[2], parameters[3], flags, 1, null);
	}

	private static void print(PrintStream out, int u, int outdegree, LazyIntIterator successors) {
		StringBuilder lines = new StringBuilder();
		int found = 0;
		for (int v = successors.nextInt(); v != -1; v = successors.nextInt(), found++) lines.append(u).append('\t').append(v).append('\n');
		if (found != outdegree) throw new IllegalStateException("page " + u + ": " + found + " successors, outdegree " + outdegree);
		out.print(lines);
	}

	private static PrintStream out() {
		return new PrintStream(new BufferedOutputStream(System.out, 1 << 20), false, StandardCharsets.US_ASCII);
	}
}
